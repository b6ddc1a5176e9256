/*
 * TLS by hiredis_ssl. The SSL object is made here and not by hiredis, which does not check the name in the certificate.
 */
#include "php_stampede.h"
#include "redis_tls.h"

#include <errno.h>

#include <hiredis/hiredis_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "php_network.h"

static void openssl_error(const char *what, char *text, size_t size)
{
	unsigned long code = ERR_get_error();
	char reason[160] = "unknown error";

	if (code) {
		ERR_error_string_n(code, reason, sizeof(reason));
	}
	ERR_clear_error();
	snprintf(text, size, "TLS: %s: %s", what, reason);
}

static bool load_trust(SSL_CTX *context, const stampede_redis_url *url)
{
	return url->ca ? SSL_CTX_load_verify_locations(context, ZSTR_VAL(url->ca), NULL) == 1
		: SSL_CTX_set_default_verify_paths(context) == 1;
}

static bool load_identity(SSL_CTX *context, const stampede_redis_url *url)
{
	if (!url->cert) {
		return true;
	}
	const char *key = ZSTR_VAL(url->key ? url->key : url->cert);
	return SSL_CTX_use_certificate_chain_file(context, ZSTR_VAL(url->cert)) == 1
		&& SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1;
}

static SSL_CTX *make_context(const stampede_redis_url *url, char *text, size_t size)
{
	SSL_CTX *context = SSL_CTX_new(TLS_client_method());

	if (!context) {
		openssl_error("no context", text, size);
		return NULL;
	}
	SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
	SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
	if (!load_trust(context, url)) {
		openssl_error("the certificates to trust (ca) cannot be read", text, size);
	} else if (!load_identity(context, url)) {
		openssl_error("the client certificate or key (cert, key) cannot be read", text, size);
	} else {
		return context;
	}
	SSL_CTX_free(context);
	return NULL;
}

/* The server must have a certificate for this name or address. */
static bool expect_name(SSL *ssl, const char *name)
{
	if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1) {
		return true;
	}
	return SSL_set1_host(ssl, name) == 1 && SSL_set_tlsext_host_name(ssl, name) == 1;
}

static SSL *make_ssl(const stampede_redis_url *url, char *text, size_t size)
{
	SSL_CTX *context = make_context(url, text, size);

	if (!context) {
		return NULL;
	}
	SSL *ssl = SSL_new(context); /* holds the context from here on */
	SSL_CTX_free(context);
	if (!ssl || !expect_name(ssl, ZSTR_VAL(url->name ? url->name : url->host))) {
		openssl_error("the name to expect cannot be set", text, size);
		SSL_free(ssl);
		return NULL;
	}
	return ssl;
}

static void handshake_error(SSL *ssl, char *text, size_t size)
{
	long verified = SSL_get_verify_result(ssl);

	if (verified != X509_V_OK) {
		ERR_clear_error();
		snprintf(text, size, "TLS: the server's certificate is not accepted: %s", X509_verify_cert_error_string(verified));
	} else {
		openssl_error("the handshake failed", text, size);
	}
}

/* hiredis has begun the handshake without waiting; this waits, within our own deadline. */
static bool finish_handshake(SSL *ssl, int fd, stampede_usec deadline, char *text, size_t size)
{
	for (;;) {
		int result = SSL_do_handshake(ssl);
		if (result == 1) {
			return true;
		}
		int wanted = SSL_get_error(ssl, result);
		if (wanted != SSL_ERROR_WANT_READ && wanted != SSL_ERROR_WANT_WRITE) {
			handshake_error(ssl, text, size);
			return false;
		}
		stampede_usec left = deadline - stampede_now();
		php_pollfd socket = {.fd = fd, .events = wanted == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT};
		if (left <= 0 || (php_poll2(&socket, 1, (int) (left / 1000) + 1) < 0 && errno != EINTR)) {
			snprintf(text, size, "TLS: no handshake within the deadline");
			return false;
		}
	}
}

bool stampede_tls_start(stampede_link *link, stampede_usec deadline, char *text, size_t size)
{
	link->tls = NULL;
	if (!link->endpoint->url.tls) {
		return true;
	}
	SSL *ssl = make_ssl(&link->endpoint->url, text, size);
	if (!ssl) {
		return false;
	}
	ERR_clear_error();
	if (redisInitiateSSL(link->wire.context, ssl) != REDIS_OK) {
		handshake_error(ssl, text, size);
		SSL_free(ssl);
		return false;
	}
	link->tls = ssl; /* the context's from here on */
	return finish_handshake(ssl, link->wire.context->fd, deadline, text, size);
}

bool stampede_tls_pending(const stampede_link *link)
{
	return link->tls && SSL_pending(link->tls) > 0;
}
