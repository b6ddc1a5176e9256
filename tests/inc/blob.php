<?php

/*
 * Taking blobs apart and forging them, without any code of the extension: by RFC 1952, which says what a gzip member is.
 */

declare(strict_types=1);

/** Bytes in front of the compressed body: ten fixed ones, the length of the extra field, the extra field. */
function blob_header_length(string $blob): int
{
    return 12 + unpack('v', $blob, 10)[1];
}

/** The same header with another body behind it; all checksums are right. */
function blob_with_body(string $blob, string $body): string
{
    return blob_with_trailer(
        substr($blob, 0, blob_header_length($blob)) . gzdeflate($body) . 'trailers',
        crc32($body),
        strlen($body),
    );
}

/** The same header and body with another checksum and another declared length. */
function blob_with_trailer(string $blob, int $crc, int $length): string
{
    return substr($blob, 0, -8) . pack('VV', $crc, $length);
}

/** The blob with the checksum of its header made right again, which is the header's end. */
function blob_with_header_checksum(string $blob): string
{
    $end = blob_header_length($blob) - 4;
    return substr_replace($blob, pack('V', crc32(substr($blob, 0, $end))), $end, 4);
}
