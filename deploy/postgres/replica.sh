#!/bin/sh
# A streaming replica: copied from the primary once, then started with the command that is given.
# PRIMARY: how it is reached, as "host=primary port=5432 user=replicator"; PGPASSWORD: the password of that user.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was broken off is no database.
  find "$PGDATA" -mindepth 1 -delete
  chmod 700 "$PGDATA"
  pg_basebackup --dbname "$PRIMARY" --pgdata "$PGDATA/copy" --slot replica --wal-method stream --write-recovery-conf --checkpoint fast
  # What says that it is whole comes last.
  find "$PGDATA/copy" -mindepth 1 -maxdepth 1 ! -name PG_VERSION -exec mv {} "$PGDATA/" \;
  mv "$PGDATA/copy/PG_VERSION" "$PGDATA/"
  rmdir "$PGDATA/copy"
fi
exec "$@"
