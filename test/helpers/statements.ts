import pg from 'pg'

type Query = typeof pg.Client.prototype.query

/** What workers ask once a second or minute, whoever else is at work. */
const background = new Set([
  'delivery_look_ahead',
  'events_announce',
  'webhook_due',
  'analytics_due_accounts',
  'analytics_drop_deleted',
])

/** Runs `work` and returns the SQL that the service's own connections sent meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const original: Query = pg.Client.prototype.query
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const isBackground = background.has((first as { name?: string }).name ?? '')
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    const { application_name: name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    if (name === 'social-publishing' && text && !isBackground) statements.push(text)
    return Reflect.apply(original, this, args)
  }
  pg.Client.prototype.query = spy as Query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}
