// Child processes that end together with this one. Plain JavaScript, because run.mjs needs it before Node 24 is
// installed.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ended how a process ended */

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Runs a command until it ends, with our stdin, stdout and stderr by default. When this process gets a stop
 * signal, the child gets one, too, and this process exits as the child does.
 *
 * A Ctrl-C in a terminal reaches the child directly (the terminal signals the whole group). Forwarding it as well would
 * look like a second Ctrl-C, which servers take as "stop at once".
 *
 * @param {string[]} command the executable and its arguments
 * @param {import('node:child_process').SpawnOptions & { stopSignal?: NodeJS.Signals }} [options] `stopSignal`: the
 * signal that stops the child, if it does not understand SIGTERM
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
 * Exits as the child did: with its code, or with 128 + signal number if a signal killed it.
 *
 * @param {Ended} ended
 * @returns {never}
 */
export function exitLike({ code, signal }) {
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
}
