<?php

/*
 * A response that says that the application failed: not to be stored, and covered up by the last page where there is
 * one.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Http;

use RuntimeException;
use Symfony\Component\HttpFoundation\Response;

final class FailedResponse extends RuntimeException
{
    public function __construct(public readonly Response $response)
    {
        parent::__construct("the application answered {$response->getStatusCode()}");
    }
}
