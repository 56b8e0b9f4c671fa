// Programs that tests and measurements need and npm does not offer: those of the machine, or else from Debian
// by the machine's own apt configuration.

import {
  chmodSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { cache } from './project.ts'
import { run } from './run-child.mjs'

export type Program =
  | 'chromium'
  | 'ffmpeg'
  | 'initdb'
  | 'nginx'
  | 'openssl'
  | 'pgbouncer'
  | 'postgres'
  | 'pgbench'
  | 'redis-server'

type Source = {
  /** The packages that have it; one that apt does not know is passed over. */
  packages: string[]
  /** The names that it may have on PATH. */
  names: string[]
  /** Where its package installs it, below / or below a private folder. The first existing path is used. */
  paths: string[]
  /**
   * Servers are never installed into the machine, not even by root, because their packages would start a
   * service there. They are unpacked into a folder of their own.
   */
  intoMachine: boolean
}

const postgres = (name: string): Source => ({
  packages: ['postgresql'],
  names: [name],
  paths: [`usr/lib/postgresql/*/bin/${name}`],
  intoMachine: false,
})

const sources: Record<Program, Source> = {
  chromium: {
    // The headless shell has no window of its own to draw, for which the others take a second of the
    // processor per page.
    packages: ['chromium-headless-shell', 'chromium'],
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
    ],
    paths: ['usr/lib/chromium/chromium', 'usr/lib/chromium/chromium-headless-shell'],
    intoMachine: true,
  },
  ffmpeg: { packages: ['ffmpeg'], names: ['ffmpeg'], paths: ['usr/bin/ffmpeg'], intoMachine: true },
  initdb: postgres('initdb'),
  nginx: { packages: ['nginx'], names: ['nginx'], paths: ['usr/sbin/nginx'], intoMachine: false },
  openssl: { packages: ['openssl'], names: ['openssl'], paths: ['usr/bin/openssl'], intoMachine: false },
  pgbouncer: {
    packages: ['pgbouncer'],
    names: ['pgbouncer'],
    paths: ['usr/sbin/pgbouncer'],
    intoMachine: false,
  },
  postgres: postgres('postgres'),
  pgbench: postgres('pgbench'),
  'redis-server': {
    packages: ['redis-server'],
    names: ['redis-server'],
    paths: ['usr/bin/redis-server'],
    intoMachine: false,
  },
}

const isRoot = process.getuid?.() === 0
/**
 * Copies that root unpacks must be readable by the ordinary user that PostgreSQL requires, wherever the
 * project is.
 */
const home = isRoot ? '/var/cache/krapao' : join(cache, 'debian')
const log = join(cache, 'debian.log')

/**
 * The path of an executable; the machine's, or else it is fetched: root and users with password-less sudo
 * install the package, others (and everybody for servers) get it unpacked into a private folder.
 * @throws an error that says what to do if it cannot be had
 */
export async function ensure(program: Program): Promise<string> {
  const source = sources[program]
  return (
    findInMachine(source) ??
    findPrivate(program) ??
    (await withLock(join(cache, 'debian.lock'), async () => {
      let found = findInMachine(source) ?? findPrivate(program)
      if (found) return found
      rmSync(log, { force: true })
      for (const name of source.packages) {
        console.log(`Fetching ${name} from Debian …`)
        if (source.intoMachine) await installIntoMachine(name)
        found = findInMachine(source)
        if (found) return found
        await unpackPrivately(name)
        found = findPrivate(program)
        if (found) return found
      }
      const said = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n') : ''
      throw new Error(
        `${program} is needed, is not installed, and could not be fetched with apt-get. Install the package ` +
          `${source.packages.join(' or ')} (or anything that puts ${program} on PATH) and try again.\n${said}`,
      )
    }))
  )
}

function findInMachine(source: Source) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = source.names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const packaged = source.paths.flatMap((path) =>
    globSync(path, { cwd: '/' }).map((found) => join('/', found)),
  )
  return [...onPath, ...packaged.sort().reverse()].find((path) => existsSync(path))
}

async function installIntoMachine(name: string) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (sudo.length > 0 && !(await succeeds([...sudo, 'true']))) return
  const quiet = [
    ...sudo,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=300',
  ]
  // One unreachable source among several makes update fail, while the package may well be in the others.
  await succeeds([...quiet, 'update'])
  await succeeds([...quiet, 'install', '-y', '--no-install-recommends', name])
}

/**
 * Downloads a package and those of its dependencies that the machine lacks, and unpacks them into one folder.
 */
async function unpackPrivately(name: string) {
  const state = join(home, 'apt', 'state')
  const archives = join(home, 'apt', 'cache', 'archives')
  rmSync(archives, { recursive: true, force: true })
  for (const dir of [join(state, 'lists/partial'), join(archives, 'partial')])
    mkdirSync(dir, { recursive: true })
  const options = {
    'Dir::State': state,
    'Dir::State::status': '/var/lib/dpkg/status', // what the machine has, so that only the rest is fetched
    'Dir::Cache': join(home, 'apt', 'cache'),
    'Debug::NoLocking': '1', // the locks are root's and guard the machine's own lists, not these
    'APT::Sandbox::User': 'root', // else root's apt would download as a user who may not write here
  }
  const apt = [
    'apt-get',
    '-q',
    ...Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]),
  ]
  await succeeds([...apt, 'update'])
  if (!(await succeeds([...apt, 'install', '-y', '--no-install-recommends', '--download-only', name]))) return
  const unpacked = join(home, name)
  const unfinished = `${unpacked}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  for (const file of globSync('*.deb', { cwd: archives })) {
    if (!(await succeeds(['dpkg-deb', '-x', join(archives, file), unfinished]))) return
  }
  for (const dir of [home, unfinished]) chmodSync(dir, 0o755)
  rmSync(join(home, 'apt'), { recursive: true })
  rmSync(unpacked, { recursive: true, force: true })
  renameSync(unfinished, unpacked) // only now: a folder under this name is complete
}

function findPrivate(program: Program) {
  for (const name of sources[program].packages) {
    const found = findUnpacked(program, join(home, name))
    if (found) return found
  }
  return undefined
}

/**
 * Makes a script beside an unpacked executable that sets the paths of its libraries, and returns the script's
 * path.
 */
function findUnpacked(program: Program, folder: string) {
  const found = sources[program].paths
    .flatMap((path) => globSync(path, { cwd: folder }))
    .sort()
    .at(-1)
  if (!found) return undefined
  const wrapper = join(folder, program)
  writeWhole(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>/usr/share/fonts</dir><dir prefix="relative">usr/share/fonts</dir>
<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n`,
  )
  // Some libraries are one folder deeper and are found there by absolute paths, which are wrong here.
  const plain = ['lib/*-linux-*', 'usr/lib/*-linux-*']
  const deeper = plain.map((dir) => `${dir}/*/lib*.so*`)
  const libraries = [...globSync(plain, { cwd: folder }), ...globSync(deeper, { cwd: folder }).map(dirname)]
  const libraryPath = [...new Set(libraries)].map((dir) => `$here/${dir}`).join(':')
  writeWhole(
    wrapper,
    `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="${libraryPath}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/${found}" "$@"
`,
  )
  return wrapper
}

/** Writes an executable script in one step, because other runs may be using it. */
function writeWhole(file: string, text: string) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(`${file}.${process.pid}`, text)
  chmodSync(`${file}.${process.pid}`, 0o755) // whatever root's umask: see `home`
  renameSync(`${file}.${process.pid}`, file)
}

/** Runs a command quietly; its output goes to a file, which is shown if everything fails. */
async function succeeds(command: string[]) {
  mkdirSync(cache, { recursive: true })
  const output = openSync(log, 'a')
  try {
    return (await run(command, { stdio: ['ignore', output, output] })).code === 0
  } catch {
    return false // there is no such command
  } finally {
    closeSync(output)
  }
}
