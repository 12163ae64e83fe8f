import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Dialect } from '../dialect.ts';
import type { Migration } from '../migration.ts';

/** SQLite cannot drop the unique constraint on `host`, so the rows move to a new table; the id sequence continues. */
async function rebuildTable(tx: Db, { id, text }: Dialect): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'domains'`.execute(tx);
  await tx.schema
    .createTable('new_domains')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('scheme', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('redirect_root', text)
    .addColumn('redirect_404', text)
    .addColumn('link_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('dns', text, (column) => column.notNull())
    .addColumn('dns_checked_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  const columns = sql.raw(
    'id, user_id, scheme, host, name, redirect_root, redirect_404, link_count, dns, dns_checked_at, created_at',
  );
  await sql`insert into new_domains (${columns}) select ${columns} from domains`.execute(tx);
  await tx.schema.dropTable('domains').execute();
  await tx.schema.alterTable('new_domains').renameTo('domains').execute();
  await sql`delete from sqlite_sequence where name = 'domains'`.execute(tx);
  for (const { seq } of rows) await sql`insert into sqlite_sequence (name, seq) values ('domains', ${seq})`.execute(tx);
  await tx.schema.createIndex('domains_by_user').on('domains').columns(['user_id', 'id']).execute();
  await tx.schema.createIndex('domains_by_name').on('domains').column('name').execute();
}

/** Several users may claim a host, but only one is verified. Domains that point here already become verified. */
export const domainVerification: Migration = {
  name: '0018-domain-verification',

  async up(tx, dialect) {
    const { text, canDropConstraint } = dialect;
    if (canDropConstraint) await tx.schema.alterTable('domains').dropConstraint('domains_host_key').execute();
    else await rebuildTable(tx, dialect);

    await tx.schema.alterTable('domains').addColumn('verified_at', 'bigint').execute();
    await tx.schema.alterTable('domains').addColumn('verified_by', text).execute();
    await tx.schema
      .alterTable('domains')
      .addColumn('reversed_name', text, (column) => column.notNull().defaultTo(''))
      .execute();
    const domains = await sql<{ id: number; name: string }>`select id, name from domains`.execute(tx);
    for (const { id, name } of domains.rows)
      await sql`update domains set reversed_name = ${name.split('.').reverse().join('.')} where id = ${id}`.execute(tx);
    await sql`update domains set verified_at = coalesce(dns_checked_at, created_at), verified_by = 'address'
      where dns = 'pointing'`.execute(tx);

    const isVerified = sql<boolean>`verified_at is not null`;
    await tx.schema.createIndex('domains_by_host').unique().on('domains').columns(['user_id', 'host']).execute();
    await tx.schema
      .createIndex('domains_verified_host')
      .unique()
      .on('domains')
      .column('host')
      .where(isVerified)
      .execute();
    await tx.schema
      .createIndex('domains_verified_name')
      .on('domains')
      .column('reversed_name')
      .where(isVerified)
      .execute();
    await tx.schema
      .createIndex('domains_unverified')
      .on('domains')
      .expression(sql`coalesce(dns_checked_at, 0)`)
      .where(sql<boolean>`verified_at is null`)
      .execute();
  },
};
