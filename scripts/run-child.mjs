// Child processes that end together with us. Plain JavaScript, because run.mjs needs it before Node 24 is there.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ended how a process ended */

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Runs a command until it ends, with our stdin, stdout and stderr unless told otherwise. When we are told to stop
 * meanwhile, the child is told the same, and we exit as it does.
 *
 * A Ctrl-C in a terminal reaches the child without us (the terminal signals the whole group); passing that on, too,
 * would look like a second Ctrl-C, which servers take as "now, at once".
 *
 * @param {string[]} command the executable and its arguments
 * @param {import('node:child_process').SpawnOptions & { stopSignal?: NodeJS.Signals }} [options] `stopSignal`: what
 *   tells the child to stop, where it does not understand SIGTERM
 * @returns {Promise<Ended>} rejects when the command cannot be started
 */
export function run(command, { stopSignal, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const [file = '', ...args] = command
    const child = spawn(file, args, { stdio: 'inherit', ...options })
    let stopping = false
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      stopping = true
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(stopSignal ?? signal)
    }
    for (const signal of stopSignals) process.on(signal, pass)
    const done = () => {
      for (const signal of stopSignals) process.off(signal, pass)
    }
    child.on('error', (error) => {
      done()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      done()
      if (stopping) exitLike({ code, signal })
      resolve({ code, signal })
    })
  })
}

/**
 * Exits as the child did: with its code, or 128 + signal number when it was killed.
 *
 * @param {Ended} ended
 * @returns {never}
 */
export function exitLike({ code, signal }) {
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
}
