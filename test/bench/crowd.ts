/** Many scheduled posts of other tenants, as a service in use has them: rows and alarms. */
import pg from 'pg'
import { queueNames } from '../../src/queue/names.ts'

const organizations = 100

/** Adds `count` posts of one child each, due over the next year, to 100 organizations with one account each. */
export async function fillCrowd(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    // Foreign keys are not checked row by row: the rows are made from each other.
    await client.query('SET session_replication_role = replica')
    await client.query('SET synchronous_commit = off')
    await client.query(
      `CREATE TEMP TABLE owners AS
       SELECT n, new_id(now()) AS organization_id, new_id(now()) AS project_id, new_id(now()) AS account_id
       FROM generate_series(0, $1::int - 1) n`,
      [organizations],
    )
    await client.query(`INSERT INTO organizations (id, name) SELECT organization_id, 'Crowd ' || n FROM owners`)
    await client.query(
      `INSERT INTO projects (id, organization_id, name) SELECT project_id, organization_id, 'Crowd' FROM owners`,
    )
    await client.query(
      `INSERT INTO social_accounts (id, organization_id, project_id, platform, external_account_id, username)
       SELECT account_id, organization_id, project_id, 'SERVICETEST', 'crowd-' || n, 'crowd' FROM owners`,
    )
    await client.query(
      `CREATE TEMP TABLE crowd AS
       SELECT o.*, at, at + interval '1 day' + n.n * interval '1 year' / $1 AS due_at, new_id(at) AS post_id,
         new_id(at) AS child_id, gen_random_uuid() AS job_id
       FROM generate_series(1, $1::int) n(n)
       JOIN owners o ON o.n = n.n % ${organizations}
       CROSS JOIN LATERAL (SELECT now() - n.n * interval '1 second' AS at) made`,
      [count],
    )
    await client.query(
      `INSERT INTO posts (id, organization_id, project_id, content, schedule_type, scheduled_for, created_at, updated_at)
       SELECT post_id, organization_id, project_id, '[{"text": "Scheduled"}]', 'SCHEDULE_FOR_LATER', due_at, at, at FROM crowd`,
    )
    await client.query(
      `INSERT INTO social_account_posts (id, post_id, organization_id, project_id, social_account_id, platform, position,
         created_at, updated_at, due_at, job_id)
       SELECT child_id, post_id, organization_id, project_id, account_id, 'SERVICETEST', 0, at, at, due_at, job_id FROM crowd`,
    )
    await client.query(
      `INSERT INTO pgboss.job (id, name, data, start_after)
       SELECT job_id, '${queueNames.deliver}', jsonb_build_object('socialAccountPostId', child_id, 'socialAccountId',
         account_id, 'organizationId', organization_id), due_at FROM crowd`,
    )
    await client.query('RESET session_replication_role')
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}
