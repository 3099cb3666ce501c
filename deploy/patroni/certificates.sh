#!/bin/sh
# Makes a certificate authority of the cluster, once, and the certificate of each machine, for PostgreSQL, Patroni and etcd:
#   sh certificates.sh cluster.env FOLDER
# makes FOLDER/ca.crt, FOLDER/ca.key and FOLDER/NAME/{ca.crt,node.crt,node.key}. Keep ca.key on none of the machines.
set -eu
umask 077
[ $# -eq 2 ] || { echo "usage: sh certificates.sh cluster.env FOLDER" >&2; exit 2; }
case $1 in */*) common=$1 ;; *) common=./$1 ;; esac
. "$common"
folder=$2
mkdir -p "$folder"
[ -f "$folder/ca.key" ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
  -subj "/CN=$CLUSTER cluster" -addext keyUsage=critical,keyCertSign,cRLSign \
  -keyout "$folder/ca.key" -out "$folder/ca.crt" 2>/dev/null

issue() {
  [ -f "$folder/$1/node.crt" ] && return
  mkdir -p "$folder/$1"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" \
    -keyout "$folder/$1/node.key" -out "$folder/$1/node.csr" 2>/dev/null
  # Programs reach PostgreSQL by the proxy of their own machine, and so under 127.0.0.1. Addresses only: for names the
  # Patroni of Debian 12 needs a package that it does not depend on (python3-idna).
  printf 'subjectAltName=IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$2" > "$folder/$1/extensions"
  openssl x509 -req -in "$folder/$1/node.csr" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -days 825 \
    -extfile "$folder/$1/extensions" -out "$folder/$1/node.crt" 2>/dev/null
  cp "$folder/ca.crt" "$folder/$1/ca.crt"
  rm "$folder/$1/node.csr" "$folder/$1/extensions"
}
issue "$NAME1" "$ADDRESS1"
issue "$NAME2" "$ADDRESS2"
issue "$NAME3" "$ADDRESS3"
