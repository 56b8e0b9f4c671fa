import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { callApi } from '../../testing/call.ts'
import { travellingClock } from '../../testing/clock.ts'
import { testDatabase } from '../../testing/database.ts'
import { liveWithoutOutside } from '../../testing/live.ts'
import { testSandbox } from '../../testing/sandbox.ts'
import { insertOperator } from '../operator/store.ts'
import { authenticatorCode } from '../operator/testing.ts'
import { hashPassword } from './public.ts'
import { registration } from './testing.ts'

/**
 * A member's whole use of the product on a server that logs everything, and then a search for each secret in
 * its output and in every table.
 */
it('keeps passwords, codes and tokens out of database and log', async () => {
  const database = await testDatabase('postgres')
  const sandbox = await testSandbox(travellingClock())
  const folder = mkdtempSync(join(tmpdir(), 'krapao-secrecy-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../app/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ...liveWithoutOutside,
      LOG_LEVEL: 'trace',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SMS_URL: `${sandbox.url}/sms`,
      SMS_SECRET: sandbox.secrets.sms,
    },
  })
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /Krapao is ready at (\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(output)))
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))

  try {
    const address = await ready
    const body = registration({ password: 'a-first-secret-1' })
    const sent = await callApi(address, 'POST /api/otp/send', { body: { phoneNumber: body.username } })
    const [sms] = await sandbox.sms(body.username)
    const { otpToken } = sent.body
    const otpCode = sms?.code ?? ''
    const steps = [
      await callApi(address, 'POST /api/otp/verify', { body: { otpToken, otpCode } }),
      await callApi(address, 'POST /api/account/validate', { body: { ...body, otpToken } }),
      await callApi(address, 'POST /api/account', { body: { ...body, otpToken } }),
    ]
    const credentials = { username: body.username, password: body.password }
    const wrong = await callApi(address, 'POST /api/login', {
      body: { ...credentials, password: 'a-wrong-secret-2' },
    })
    const login = await callApi(address, 'POST /api/login', { body: credentials })
    const { token } = login.body
    steps.push(
      login as never,
      await callApi(address, 'PUT /api/account/changepwd', {
        token,
        body: { oldPassword: body.password, newPassword: 'a-third-secret-3' },
      }),
      (await callApi(address, 'GET /api/account/profile', { token })) as never,
    )
    expect(steps.map((step) => step.status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(wrong.status).toBe(401)

    // A failed call to the gateway is logged without its content.
    await sandbox.setFault('sms', 'error')
    const failed = await callApi(address, 'POST /api/otp/send', { body: { phoneNumber: '0611111111' } })
    expect(failed.error?.message).toBe('OTP_SEND_FAIL')

    // An operator's search text may be personal, so the log only records that there was a search.
    const operator = { id: 'op-searches', email: 'looks@test.test', name: 'Looks', role: 'support' } as const
    const passwordHash = await hashPassword('a-fourth-secret-4')
    await insertOperator(database.db, { ...operator, passwordHash }, new Date())
    const entered = await callApi(address, 'POST /api/console/login', {
      body: { email: operator.email, password: 'a-fourth-secret-4' },
    })
    const staff = entered.body.token
    const factor = await callApi(address, 'POST /api/console/second-factor', { token: staff })
    const code = authenticatorCode(factor.body.secret, new Date())
    const set = { token: staff, body: { code } }
    expect((await callApi(address, 'PUT /api/console/second-factor', set)).status).toBe(200)
    const searches = [body.username, body.bankAccountNo ?? '', 'สมหญิง', '0899999999']
    for (const search of searches) {
      const options = { token: staff, query: { search } }
      expect((await callApi(address, 'GET /api/console/members', options)).status).toBe(200)
      await fetch(`${address}/api/console/members/${encodeURIComponent(search)}?%73earch=${search}`)
    }
    child.kill('SIGTERM')
    await ended
    expect(output).toContain('/api/console/members?…')
    for (const search of searches) {
      expect(output).not.toContain(search)
      if (!/^\d/.test(search)) continue
      expect(output).not.toContain(encodeURIComponent(search))
    }

    const tables = await database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    let stored = ''
    for (const { name } of tables) {
      for (const { row } of await database.query<{ row: string }>(`select t::text as row from ${name} t`))
        stored += `${row}\n`
    }
    expect(stored).toContain(body.username)
    expect(output).toContain('/api/login')
    for (const secret of [
      body.password,
      'a-wrong-secret-2',
      'a-third-secret-3',
      'a-fourth-secret-4',
      otpToken,
      token,
    ]) {
      expect(stored).not.toContain(secret)
      expect(output).not.toContain(secret)
    }
    // Six digits may occur in any number or hash, but they must not be a value of their own.
    expect(stored).not.toMatch(new RegExp(`(?<![0-9a-f])${otpCode}(?![0-9a-f])`))
    expect(output).not.toMatch(new RegExp(`(?<![0-9a-f.])${otpCode}(?![0-9a-f])`))
  } finally {
    child.kill('SIGKILL')
    await sandbox.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
