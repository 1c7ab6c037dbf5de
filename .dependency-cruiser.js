/** The rooms of the house: who may import whom. */

const src = (path) => `^src/${path}`

/** From the outside in; a room imports only rooms after it. */
const rooms = [
  ['http', src('http/')],
  ['schema', src('schema\\.ts$')],
  ['features', src('features/')],
  ['graphql and events', src('(graphql|events)/')],
  ['context', src('context\\.ts$')],
  ['platforms', src('platforms/')],
  ['queue, db, storage and inspection', src('(queue|db|storage|inspection)/')],
  ['lib', src('lib/')],
]

const features = [
  'health',
  'api-keys',
  'projects',
  'media',
  'social-accounts',
  'delivery',
  'posts',
  'webhooks',
  'analytics',
]

const assemblers = src('(main|app|admin)\\.ts$')

export default {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...rooms.slice(1).map(([name, path], index) => ({
      name: `${name} imports nothing further out`,
      severity: 'error',
      from: { path },
      to: { path: rooms.slice(0, index + 1).map(([, outer]) => outer) },
    })),
    {
      name: 'only tests import what assembles',
      severity: 'error',
      from: { path: src(''), pathNot: assemblers },
      to: { path: assemblers },
    },
    {
      name: 'only what assembles reads the settings',
      severity: 'error',
      from: { path: src(''), pathNot: [assemblers, src('config\\.ts$')] },
      to: { path: src('config\\.ts$'), dependencyTypesNot: ['type-only'] },
    },
    ...features.map((feature, index) => ({
      name: `${feature} imports only earlier features`,
      severity: 'error',
      from: { path: src(`features/${feature}/`) },
      to: {
        path: src('features/'),
        pathNot: features.slice(0, index + 1).map((earlier) => src(`features/${earlier}/`)),
      },
    })),
    {
      name: 'every feature has its place in the order',
      severity: 'error',
      from: { path: src('features/'), pathNot: features.map((feature) => src(`features/${feature}/`)) },
      to: {},
    },
    {
      name: 'no platform imports another',
      severity: 'error',
      from: { path: src('platforms/([^/]+)/') },
      to: { path: src('platforms/[^/]+/'), pathNot: [src('platforms/$1/'), src('platforms/shared/')] },
    },
    {
      name: 'a platform is imported through its index',
      severity: 'error',
      from: { path: src(''), pathNot: src('platforms/[^/]+/') },
      to: {
        path: src('platforms/[^/]+/'),
        pathNot: src('platforms/([^/]+/(index|graphql)\\.ts$|shared/)'),
      },
    },
    {
      name: 'the sandbox imports only lib',
      severity: 'error',
      from: { path: src('sandbox/') },
      to: { path: src(''), pathNot: [src('sandbox/'), src('lib/')] },
    },
    {
      name: 'only app.ts imports the sandbox',
      severity: 'error',
      from: { path: src(''), pathNot: [src('app\\.ts$'), src('sandbox/')] },
      to: { path: src('sandbox/') },
    },
    {
      name: 'no test code in the service',
      severity: 'error',
      from: { path: src('') },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^prisma/generated/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
