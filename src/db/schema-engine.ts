/** Prisma's own migration engine, as WebAssembly, and the migrations folder as it wants it. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

// Of the browser's types, which a service does not load.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

export interface Migration {
  /** The folder's name: `<yyyymmddhhmmss>_<name>`. */
  name: string
  sql: string
}

/** The migrations in `folder`, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  )
}

/** `migrations` as the engine takes them. */
export function toMigrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

let loading: Promise<typeof import('@prisma/schema-engine-wasm')> | undefined

/** An engine on the database behind `pool`, to be freed after use. `schema` is the text of schema.prisma, where needed. */
export async function openSchemaEngine(pool: pg.Pool, schema?: string): Promise<SchemaEngine> {
  // One instance for the process: the glue keeps the latest in a variable, under the feet of engines that run.
  loading ??= loadEngine()
  const { SchemaEngine } = await loading
  const adapter = bindMigrationAwareSqlAdapterFactory(wholeScripts(pool))
  return SchemaEngine.new({ datamodels: schema ? [['schema.prisma', schema]] : undefined }, () => {}, adapter)
}

async function loadEngine(): Promise<typeof import('@prisma/schema-engine-wasm')> {
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const glue = await import(pathToFileURL(gluePath).href)
  // The package's own entry imports the module in a way that Node still warns about.
  const bytes = await readFile(join(dirname(gluePath), 'schema_engine_bg.wasm'))
  const imports = Object.fromEntries(Object.entries(glue).map(([name, value]) => [name, withoutWaiting(name, value)]))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': imports })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return glue
}

/** The engine's timeouts of 10 s would keep a process alive that is done before. */
function withoutWaiting(name: string, value: unknown): unknown {
  if (!name.startsWith('__wbg_setTimeout_') || typeof value !== 'function') return value
  return (...args: unknown[]) => {
    const { setTimeout } = globalThis
    globalThis.setTimeout = ((run: () => void, ms: number) => setTimeout(run, ms).unref()) as typeof setTimeout
    try {
      return value(...args)
    } finally {
      globalThis.setTimeout = setTimeout
    }
  }
}

/** PrismaPg cuts scripts at every semicolon, even inside functions, and drops the shadow database while connected to it. */
function wholeScripts(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const runWhole = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] })
    }
    return adapter
  }
  const factory = new PrismaPg(pool)
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => runWhole(await factory.connect()),
    connectToShadowDb: async () => {
      const database = `shadow_${randomUUID()}`
      await pool.query(`CREATE DATABASE "${database}"`)
      const shadow = new pg.Pool({ ...pool.options, connectionString: shadowUrl(pool, database) })
      const adapter = runWhole(await connectToCatalog(shadow))
      adapter.dispose = async () => {
        await shadow.end()
        await pool.query(`DROP DATABASE "${database}"`)
      }
      return adapter
    },
  }
}

/** The engine reads the catalog's "char" columns, a type that PrismaPg refuses: it is shown text, the engine a character. */
async function connectToCatalog(pool: pg.Pool): Promise<SqlDriverAdapter> {
  let characters: number[] = []
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult | pg.QueryResult[]>
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args)
    const fields = Array.isArray(result) ? [] : result.fields
    characters = fields.flatMap(({ dataTypeID }, index) => (dataTypeID === pg.types.builtins.CHAR ? [index] : []))
    for (const field of fields)
      if (field.dataTypeID === pg.types.builtins.CHAR) field.dataTypeID = pg.types.builtins.TEXT
    return result
  }) as typeof pool.query
  const adapter = await new PrismaPg(pool).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (given) => {
    const result = await queryRaw(given)
    for (const index of characters) result.columnTypes[index] = ColumnTypeEnum.Character
    return result
  }
  return adapter
}

function shadowUrl(pool: pg.Pool, database: string): string | undefined {
  const url = pool.options.connectionString && new URL(pool.options.connectionString)
  if (!url) return undefined
  url.pathname = `/${database}`
  return url.href
}
