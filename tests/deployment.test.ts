import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { readEnv } from '../api/platform/env.ts'
import { root } from '../tools/release/build.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
type Service = {
  image?: string
  build?: string
  stop_grace_period?: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  configs: Record<string, { content: string }>
}

/** A tag that names one version, such as `17.6-bookworm`, so that two deployments run the same. */
const pinned = /^[\w./-]+:v?\d+\.\d+(?:\.\d+)?(?:-[\w.-]+)?$/

describe('compose.yaml', () => {
  const document = parseDocument(read('compose.yaml'), { merge: true })
  const compose = document.toJS() as Compose

  it('is YAML without an error', () => {
    expect([...document.errors, ...document.warnings]).toEqual([])
  })

  it('pins every image, and waits for services and names volumes that exist', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.build === '.' || pinned.test(service.image ?? '')]).toEqual([name, true])
      for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(compose.services)).toContain(other)
      for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    }
    expect(compose.services.postgres?.image).not.toMatch(/latest/)
  })

  it('gives the API what a production needs', () => {
    const settings = compose.services['api-1']?.environment ?? {}
    const filled = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:\?\}/g, 'x')]),
    )
    const own = { SECRET: 's'.repeat(32), EDGE_SECRET: 'of the edge', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
    const env = readEnv({ NODE_ENV: 'production', PRODUCTION_DOMAIN: 'fanfare.example', ...filled, ...own })
    expect(env).toMatchObject({ production: true, DEMO: '0', S3_BUCKET: 'fanfare', DRAIN_SECONDS: 10 })
    expect(compose.services.migrate?.environment).toEqual(settings)
    expect(compose.services['api-2']?.environment).toEqual(settings)
  })

  it('gives each node a data folder of its own, and waits as long as a node takes to stop', () => {
    const { 'api-1': first, 'api-2': second } = compose.services
    expect(first?.volumes).not.toEqual(second?.volumes)
    // Ten seconds of draining and twenty for requests that run.
    expect([first?.stop_grace_period, second?.stop_grace_period]).toEqual(['45s', '45s'])
  })

  it('sends requests only to its nodes, and asks them for readiness', () => {
    const { content = '' } = compose.configs.gateway ?? {}
    expect(content).toContain('reverse_proxy api-1:8788 api-2:8788')
    expect(content).toContain('health_uri /readyz')
  })

  it('runs programs that are in the repository', () => {
    for (const { build, command } of Object.values(compose.services))
      if (build !== undefined && command !== undefined) expect(existsSync(join(root, command[1] ?? ''))).toBe(true)
  })
})

describe('roll.sh', () => {
  it('runs only services that compose.yaml has', () => {
    const { services } = parseDocument(read('compose.yaml'), { merge: true }).toJS() as Compose
    const named = read('tools/release/roll.sh').matchAll(/(?<=\b)(?:api-\d|migrate)(?=\b)/g)
    expect([...new Set([...named].map(([name]) => name))].sort()).toEqual(['api-1', 'api-2', 'migrate'])
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['api-1', 'api-2', 'migrate']))
  })
})

describe('the workflows', () => {
  type Workflow = { jobs: Record<string, { needs?: string; uses?: string; steps?: { run?: string; uses?: string }[] }> }
  const folder = '.github/workflows'
  const workflows = readdirSync(join(root, folder)).map((file) => {
    const document = parseDocument(read(join(folder, file)))
    return { file, problems: [...document.errors, ...document.warnings], ...(document.toJS() as Workflow) }
  })

  it.each(workflows)('$file is YAML, and runs only what is there', ({ problems, jobs }) => {
    expect(problems).toEqual([])
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const { needs, uses, steps = [] } of Object.values(jobs)) {
      if (needs !== undefined) expect(Object.keys(jobs)).toContain(needs)
      if (uses !== undefined) expect(existsSync(join(root, uses))).toBe(true)
      for (const step of steps) {
        for (const [, script = ''] of step.run?.matchAll(/npm run ([\w:-]+)/g) ?? [])
          expect(scripts).toHaveProperty([script])
        for (const [file] of step.run?.matchAll(/(?:tools\/[\w/.-]+|compose\.yaml)/g) ?? [])
          expect([file, existsSync(join(root, file))]).toEqual([file, true])
        if (step.uses !== undefined) expect(step.uses).toMatch(/^[\w/-]+@v\d+$/)
      }
    }
  })

  it('a deployment tests, migrates and rolls the API, checks it, and only then deploys the edge', () => {
    const deploy = workflows.find((it) => it.file === 'deploy.yml')
    expect(Object.entries(deploy?.jobs ?? {}).map(([name, { needs }]) => [name, needs])).toEqual([
      ['test', undefined],
      ['image', 'test'],
      ['deploy', 'image'],
    ])
    const runs = (deploy?.jobs.deploy?.steps ?? []).map((it) => it.run ?? '').join('\n')
    const order = ['roll.sh', '/readyz', 'npm run deploy', '/api/creators', 'wrangler rollback']
    expect(order.map((part) => runs.indexOf(part))).toEqual(
      order.map((part) => runs.indexOf(part)).toSorted((a, b) => a - b),
    )
    expect(order.filter((part) => !runs.includes(part))).toEqual([])
  })
})

describe('Dockerfile', () => {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'))
  const lines = dockerfile.getInstructions().map((it) => [it.getKeyword(), it.getRawArgumentsContent() ?? ''] as const)
  const copied = () =>
    dockerfile
      .getCOPYs()
      .filter((it) => it.getFlags().length === 0)
      .flatMap((it) =>
        it
          .getArguments()
          .slice(0, -1)
          .map((argument) => argument.getValue().replace('./', '')),
      )
  const last = (keyword: string) => lines.filter(([name]) => name === keyword).at(-1)?.[1]

  it('has only instructions that exist', () => {
    const known = 'ARG CMD COPY ENV EXPOSE FROM HEALTHCHECK RUN USER VOLUME WORKDIR'.split(' ')
    expect(lines.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  it('is built on the version of Node that the project runs on, not as root, and can be asked for its health', () => {
    const version = (JSON.parse(read('package.json')) as { devDependencies: { node: string } }).devDependencies.node
    for (const from of dockerfile.getFROMs()) expect(from.getImage()).toBe(`node:${version}-bookworm-slim`)
    expect(last('USER')).toBe('node')
    expect(last('HEALTHCHECK')).toContain('/readyz')
    expect(last('CMD')).toBe('["node", "api/main.ts"]')
  })

  it('copies every module that its programs import', () => {
    const folders = copied().map((it) => join(root, it))
    const seen = new Set<string>()
    const visit = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      if (!file.endsWith('.ts')) return
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g))
        visit(join(dirname(file), path))
    }
    for (const program of ['api/main.ts', 'tools/release/migrate.ts', 'tools/release/backup.ts'])
      visit(join(root, program))
    expect(seen.size).toBeGreaterThan(300)
    expect([...seen].filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([])
  })

  it('copies only what is there and what `.dockerignore` lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    for (const file of copied())
      expect([file, allowed.includes(file), existsSync(join(root, file))]).toEqual([file, true, true])
  })
})
