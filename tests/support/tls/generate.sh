#!/bin/sh
# Makes the certificates of the tests. They are public, valid for nothing but tests on loopback, and trusted by
# no one: a test passes `ca.pem` as its only trust. Needs openssl; run it again when they expire in 2126.
set -eu
cd "$(dirname "$0")"
openssl ecparam -name prime256v1 -genkey -noout -out ca.key
openssl req -x509 -new -key ca.key -subj '/CN=pagemark test CA' -days 36500 -out ca.pem
openssl ecparam -name prime256v1 -genkey -noout -out server.key

sign() { # name subject-alternative-names not-before not-after
  openssl req -new -key server.key -subj "/CN=$1" -out server.csr
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "$2" > server.ext
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -set_serial "$3" -days "$4" -extfile server.ext -out "$1.pem"
}
sign site 'DNS:site.example,DNS:*.site.example,IP:127.0.0.1' 1 36500
sign other 'DNS:other.example' 2 36500
sign expired 'DNS:site.example,IP:127.0.0.1' 3 -1
sign example 'DNS:example.com' 4 36500
openssl req -x509 -new -key server.key -subj '/CN=self' -addext 'subjectAltName=DNS:site.example,IP:127.0.0.1' -days 36500 -out self-signed.pem
rm -f server.csr server.ext ca.key
