#include <curl/curl.h>

// curl_easy_setopt takes any type, which Swift cannot call: one function for each type that is set.

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*curl_bytes_function)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_bytes_function(CURL *handle, CURLoption option,
                                               curl_bytes_function function) {
  return curl_easy_setopt(handle, option, function);
}

typedef int (*curl_progress_function)(void *context, curl_off_t downTotal, curl_off_t down,
                                      curl_off_t upTotal, curl_off_t up);

static inline CURLcode curl_set_progress_function(CURL *handle, curl_progress_function function) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}

static inline long curl_response_code(CURL *handle) {
  long code = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}
