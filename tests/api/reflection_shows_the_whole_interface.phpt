--TEST--
Reflection shows names, types and defaults of all functions, classes and enums, and nothing more
--EXTENSIONS--
stampede
--FILE--
<?php
$extension = new ReflectionExtension('stampede');

function signature(ReflectionFunctionAbstract $function): string
{
    $parameters = array_map(
        fn ($parameter) => "{$parameter->getType()} \${$parameter->getName()}"
            . ($parameter->isDefaultValueAvailable() ? ' = ' . json_encode($parameter->getDefaultValue()) : ''),
        $function->getParameters(),
    );
    return $function->getName() . '(' . implode(', ', $parameters) . ')'
        . ($function->hasReturnType() ? ": {$function->getReturnType()}" : '');
}

foreach ($extension->getFunctions() as $function) {
    echo signature($function), "\n";
}
foreach ($extension->getClasses() as $class) {
    echo "\n", implode(' ', Reflection::getModifierNames($class->getModifiers())), ' ',
        $class->isEnum() ? "enum {$class->getName()}: " . (new ReflectionEnum($class->getName()))->getBackingType() : "class {$class->getName()}",
        $class->getParentClass() ? " extends {$class->getParentClass()->getName()}" : '',
        $class->isCloneable() || $class->isEnum() ? '' : ', not cloneable', "\n";
    if ($class->isEnum()) {
        foreach ((new ReflectionEnum($class->getName()))->getCases() as $case) {
            echo "  case {$case->getName()} = {$case->getBackingValue()}\n";
        }
        continue;
    }
    foreach ($class->getProperties() as $property) {
        if ($property->getDeclaringClass()->getName() === $class->getName()) {
            echo '  ', implode(' ', Reflection::getModifierNames($property->getModifiers())), " {$property->getType()} \${$property->getName()}\n";
        }
    }
    foreach ($class->getMethods() as $method) {
        if ($method->getDeclaringClass()->getName() === $class->getName()) {
            echo '  ', implode(' ', Reflection::getModifierNames($method->getModifiers())), ' ', signature($method), "\n";
        }
    }
}
echo implode(' ', array_keys($extension->getConstants())), "\n";
?>
--EXPECT--
stampede_remember(string $key, ?string $locale, callable $builder, array $options = []): mixed
stampede_fetch(string $key, ?string $locale, callable $builder, array $options = []): Stampede\Result
stampede_send(string $key, ?string $locale, callable $builder, array $options = []): Stampede\Result
stampede_peek(string $key, ?string $locale = null): ?Stampede\Result
stampede_put(string $key, ?string $locale, mixed $value, array $options = []): void
stampede_invalidate(string $key, array|string|null $locale = null): void
stampede_forget(string $key, array|string|null $locale = null): void
stampede_stats(): array
stampede_metrics(): string

 enum Stampede\Status: string
  case Hit = hit
  case Built = built
  case Waited = waited
  case Stale = stale
  case Empty = empty
  case Fallback = fallback

 enum Stampede\Fill: string
  case Filled = filled
  case Late = late
  case Rejected = rejected
  case Superseded = superseded
  case Failed = failed

final class Stampede\Result
  public readonly mixed $value
  public readonly Stampede\Status $status
  public readonly ?float $age
  public readonly bool $isStale
  public readonly ?float $buildTime
  public readonly float $waited
  public readonly ?Stampede\Fill $fill
  private __construct()

final class Stampede\Build, not cloneable
  private __construct()
  public remaining(): float
  public extend(float $seconds): bool
  public ttl(float $seconds): void
  public staleTtl(float $seconds): void
  public discard(): void
  public stale(): mixed

final class Stampede\Cache, not cloneable
  public __construct(array $config = [])
  public remember(string $key, ?string $locale, callable $builder, array $options = []): mixed
  public fetch(string $key, ?string $locale, callable $builder, array $options = []): Stampede\Result
  public send(string $key, ?string $locale, callable $builder, array $options = []): Stampede\Result
  public peek(string $key, ?string $locale = null): ?Stampede\Result
  public put(string $key, ?string $locale, mixed $value, array $options = []): void
  public invalidate(string $key, array|string|null $locale = null): void
  public forget(string $key, array|string|null $locale = null): void

 class Stampede\Exception extends RuntimeException, not cloneable

 class Stampede\ConnectionException extends Stampede\Exception, not cloneable

 class Stampede\RecursionException extends Stampede\Exception, not cloneable
