#!/bin/sh
# Makes the files of one machine from what the machines have in common:
#   sh render.sh cluster.env db1 /tmp/db1
# makes etcd, patroni.yml, haproxy.cfg and node.env in /tmp/db1, readable by their owner only, because they have passwords.
set -eu
umask 077
[ $# -eq 3 ] || { echo "usage: sh render.sh cluster.env NAME FOLDER" >&2; exit 2; }
here=$(dirname "$0")
folder=$3
case $1 in */*) common=$1 ;; *) common=./$1 ;; esac
. "$common"
NAME=$2
case $NAME in
  "$NAME1") ADDRESS=$ADDRESS1 ;;
  "$NAME2") ADDRESS=$ADDRESS2 ;;
  "$NAME3") ADDRESS=$ADDRESS3 ;;
  *) echo "$1 names no machine $NAME" >&2; exit 1 ;;
esac

names=$(grep -ho '@[A-Z0-9_][A-Z0-9_]*@' "$here"/*.template | sort -u | tr -d @)
script=
for name in $names; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || { echo "$1 does not set $name" >&2; exit 1; }
  case $value in
    *[!A-Za-z0-9._/:=,-]*) echo "$name has a sign that these files could misread" >&2; exit 1 ;;
  esac
  script="$script s|@$name@|$value|g;"
done

mkdir -p "$folder"
for template in "$here"/*.template; do
  sed "$script" "$template" > "$folder/$(basename "$template" .template)"
done
