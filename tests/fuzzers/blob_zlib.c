/*
 * Blobs as a build without libdeflate makes and reads them: the target blob with another engine.
 */
#include "php_stampede.h"

#undef HAVE_STAMPEDE_LIBDEFLATE
/* the other ones are linked too */
#define stampede_blob_engine zlib_blob_engine
#define stampede_blob_pack zlib_blob_pack
#define stampede_blob_payload zlib_blob_payload
#define stampede_blob_plain_header zlib_blob_plain_header
#define stampede_blob_read_header zlib_blob_read_header
#define stampede_blob_shutdown zlib_blob_shutdown
#define stampede_blob_unpack zlib_blob_unpack

#include "../../blob.c"
#include "blob.c"
