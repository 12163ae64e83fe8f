import { failure, failureWithParams } from '../../core/errors.ts';

/** Something in the file is neither SQL nor a row that fits its table. */
export const dumpNotReadable = failureWithParams(
  'invalid',
  'dump_not_readable',
  'Export it again with mysqldump, phpMyAdmin (format SQL) or pg_dump, and import it unchanged. Nothing was stored.',
);

/** The file ends in the middle. */
export const dumpCutOff = failureWithParams(
  'invalid',
  'dump_cut_off',
  'Make and copy the dump again: the program that wrote it, or the transfer, stopped too early. Nothing was stored.',
);

export const dumpCharset = failureWithParams(
  'invalid',
  'dump_charset',
  'Export it in UTF-8: `mysqldump --default-character-set=utf8mb4`, `pg_dump --encoding=UTF8`.',
);

/** An archive that only its own program reads. */
export const dumpArchive = failure(
  'invalid',
  'dump_archive',
  'Unpack it, or export plain SQL: `pg_dump --format=plain`. Files of gzip are read as they are.',
);

/** A SQLite file that is incomplete or damaged. */
export const databaseDamaged = failure(
  'invalid',
  'database_damaged',
  'Stop the program that uses the database and copy its file again, or make a copy with `sqlite3 FILE ".backup COPY"`.',
);

/** The file belongs to another product, or lacks the table of links. */
export const dumpWithoutTables = failureWithParams(
  'invalid',
  'dump_without_tables',
  'Check that the file is of this product, and that its table of links was exported.',
);

/** The file has the tables of several installations. */
export const dumpOfSeveral = failureWithParams(
  'invalid',
  'dump_of_several',
  'Export the tables of one installation only, for example `mysqldump DATABASE yourls_url yourls_log`.',
);
