// Every npm script starts here: this file installs the dependencies if necessary and then starts the pinned Node 24.
// Plain JavaScript without dependencies, because it runs before anything is installed and on the machine's own Node (18
// or newer).
//
// The scripts in package.json begin with `exec`, so that npm's signals reach this process and not a shell around it.
//
//   node scripts/run.mjs TASK args…        runs scripts/TASK.ts
//   node scripts/run.mjs node FILE args…   runs any other file (or the Node flags given) under Node 24

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { exitLike, run } from './run-child.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.krapao-install')
const node24 = join(modules, 'node', 'bin', 'node')

/** @param {string} file relative to the root */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** The parts of a package.json that decide the result of an install; scripts and texts do not. */
function installStamp() {
  const main = readJson('package.json')
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of ['.', ...main.workspaces]) {
    const file = join(folder, 'package.json')
    if (!existsSync(join(root, file))) continue
    const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = readJson(file)
    hash.update(
      JSON.stringify([folder, dependencies, devDependencies, optionalDependencies, overrides, allowScripts]),
    )
  }
  const nodeMajor = main.devDependencies.node.split('.')[0]
  return `${hash.digest('hex')} ${process.platform}-${process.arch} node${nodeMajor}\n`
}

const installedStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '')

/**
 * True if node_modules already holds exactly the locked packages, for instance after a developer's own `npm install`:
 * then a clean install would only delete files that a running process needs.
 */
function matchesLock() {
  const listed = join(modules, '.package-lock.json')
  if (!existsSync(listed)) return false
  const wanted = readJson('package-lock.json').packages
  const found = JSON.parse(readFileSync(listed, 'utf8')).packages
  for (const [path, want] of Object.entries(wanted)) {
    if (path === '' || !path.includes('node_modules/')) continue
    const have = found[path]
    if (have ? have.version !== want.version || have.integrity !== want.integrity : !want.optional)
      return false
  }
  const version = spawnSync(node24, ['-p', 'process.version + process.arch'], { encoding: 'utf8' }).stdout
  return version === `v${wanted['node_modules/node']?.version}${process.arch}\n`
}

/** The machine's own PATH, because npm must not run on the Node inside the node_modules that it is about to delete. */
const outerPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((dir) => !dir.endsWith(join('node_modules', '.bin')))
    .join(delimiter)

async function install() {
  if (installedStamp() === installStamp()) return
  await withLock(join(root, '.cache', 'install.lock'), async () => {
    const stamp = installStamp() // read again: another run may have installed while this one waited
    if (installedStamp() === stamp) return
    if (!matchesLock()) {
      console.log('Installing dependencies (npm ci) …')
      const npm =
        basename(process.env.npm_execpath ?? '') === 'npm-cli.js' ? process.env.npm_execpath : undefined
      const nodeOfNpm = process.env.npm_node_execpath
      const command = npm && nodeOfNpm && !nodeOfNpm.startsWith(modules) ? [nodeOfNpm, npm] : ['npm']
      // --include=dev: Node 24 and the build tools are needed under NODE_ENV=production, too.
      const args = [
        'ci',
        '--include=dev',
        '--include=optional',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ]
      const ended = await run([...command, ...args], {
        cwd: root,
        env: { ...process.env, PATH: outerPath() },
      })
      if (ended.code !== 0) exitLike(ended)
    }
    if (existsSync(node24)) writeFileSync(stampFile, stamp)
  })
}

const [task, ...args] = process.argv.slice(2)
const script = join(root, 'scripts', `${task}.ts`)
if (!task || (task !== 'node' && !existsSync(script))) {
  console.error('Usage: node scripts/run.mjs start|dev|test|node …')
  process.exit(2)
}

// If npm is killed (kill -9), its children go on running; the server must not keep the port then.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref()
}

await install()
if (!existsSync(node24)) {
  console.error(
    'Node 24 is missing: npm was told to run no install scripts. Put it in with: npm rebuild node --ignore-scripts=false',
  )
  process.exit(1)
}
const path = [join(modules, '.bin'), outerPath()].join(delimiter)
exitLike(
  await run([node24, ...(task === 'node' ? args : [script, ...args])], {
    cwd: root,
    env: { ...process.env, PATH: path },
  }),
)
