// A lock between processes. Plain JavaScript, because run.mjs needs it before Node 24 is installed.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Does the work while no other process holds the same lock file; a lock whose owner has ended is taken over.
 *
 * @template T
 * @param {string} file holds the process id of the owner
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result or the error of the work
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let tries = 1; !take(file); tries++) {
    if (tries === 10) console.log(`Waiting for another run, which holds ${file} …`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const release = () => rmSync(file, { force: true })
  process.on('exit', release) // also when the work ends the process
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  try {
    const owner = Number(readFileSync(file, 'utf8'))
    if (owner && (owner === process.pid || !isAlive(owner))) rmSync(file)
  } catch {
    // the owner has just released it
  }
  return false
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
