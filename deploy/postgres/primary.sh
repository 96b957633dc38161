#!/bin/sh
# Run once, by the image of PostgreSQL when it has made an empty database, or by hand (docs/deploy.md): the database of the
# index, who writes it, who only reads it, and who replicates. Passwords come from the environment.
set -eu

ask() { psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres "$@"; }

ask <<'SQL'
\getenv writer WRITER_PASSWORD
\getenv reader READER_PASSWORD
\getenv replicator REPLICATION_PASSWORD
CREATE ROLE chainglass LOGIN PASSWORD :'writer';
CREATE ROLE reader LOGIN PASSWORD :'reader';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replicator';
CREATE DATABASE chainglass OWNER chainglass TEMPLATE template0 ENCODING 'UTF8';
-- What the replica has not read yet is kept for it.
DO $$ BEGIN PERFORM pg_create_physical_replication_slot('replica'); END $$;
-- Readers read what the writer makes here, and nothing else: not the passwords, no other database. PostgreSQL lets every
-- role into every database until that is revoked.
REVOKE ALL ON DATABASE chainglass, postgres, template1 FROM PUBLIC;
GRANT CONNECT ON DATABASE chainglass TO reader;
\connect chainglass
ALTER DEFAULT PRIVILEGES FOR ROLE chainglass GRANT USAGE ON SCHEMAS TO reader;
ALTER DEFAULT PRIVILEGES FOR ROLE chainglass GRANT SELECT ON TABLES TO reader;
SQL

# From the networks of this machine. Debian lets nobody in from elsewhere; the image has a line for everybody, which does
# not hold for replication.
cat >> "$(ask --tuples-only --no-align --command 'SHOW hba_file')" <<'HBA'
host all chainglass,reader samenet scram-sha-256
host replication replicator samenet scram-sha-256
HBA
ask --output /dev/null --command 'SELECT pg_reload_conf()'
