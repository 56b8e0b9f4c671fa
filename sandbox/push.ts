import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Answer, refused } from './answer.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Faults } from './faults.ts'
import type { PushDevice, PushListed, PushReceived } from './wire.ts'

const shown = 50
/** Of all devices, for the page. */
const latest = 10
const hidden = { schema: { hide: true } }
/** The most bytes of a message, as push services have it. */
const maxMessage = 4096

interface Device {
  id: string
  private_key: string
  public_key: string
  auth: string
  is_gone: boolean
}

/**
 * The push service of a browser maker, and the devices that it reaches (rules.md §15). It is as strict as the
 * real ones: the sender signs for this address, and the message is encrypted for the device.
 */
export function mountPush(
  app: FastifyInstance,
  { database, clock, faults }: { database: Database; clock: Clock; faults: Faults },
): void {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: maxMessage },
    (_request, body, done) => done(null, body),
  )

  app.post('/push/:id', hidden, async (request, reply) => {
    const { id } = request.params as { id: string }
    const [device] = await database.query<Device>('select * from sandbox.push_device where id = $1', [id])
    await faults.answer(
      reply,
      'push',
      'messages',
      async () => {
        if (!device) throw refused(404, 'NO_DEVICE')
        if (device.is_gone) throw refused(410, 'GONE')
        const sender = senderOf(request)
        const content = decrypt(request.body as Buffer, device)
        const { ttl, urgency, topic } = request.headers
        if (!/^\d+$/.test(String(ttl))) throw refused(400, 'NO_TTL')
        await database.query(
          `insert into sandbox.push_message (device_id, sender, ttl, urgency, topic, content, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, sender, Number(ttl), urgency ?? null, topic ?? null, content, clock.now()],
        )
        return new Answer(201, {})
      },
      async () => refused(410, 'GONE'),
    )
  })

  app.post('/api/push', hidden, async (request): Promise<PushDevice> => {
    const keys = createECDH('prime256v1')
    const publicKey = keys.generateKeys('base64url')
    const id = randomBytes(12).toString('base64url')
    const auth = randomBytes(16).toString('base64url')
    await database.query(
      `insert into sandbox.push_device (id, private_key, public_key, auth, created_at) values ($1, $2, $3, $4, $5)`,
      [id, keys.getPrivateKey('base64url'), publicKey, auth, clock.now()],
    )
    const prefix = request.url.replace(/\/api\/push.*$/, '')
    return { id, endpoint: `http://${request.host}${prefix}/push/${id}`, p256dh: publicKey, auth }
  })

  app.get('/api/push', hidden, async (): Promise<PushListed[]> => {
    const rows = await database.query<Omit<PushListed, 'createdAt'> & { createdAt: Date }>(
      `select id::text, device_id as "deviceId", sender, ttl, urgency, topic, content, created_at as "createdAt"
       from sandbox.push_message order by push_message.id desc limit ${latest}`,
    )
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  })

  app.get('/api/push/:id', hidden, async (request): Promise<PushReceived[]> => {
    const rows = await database.query<Omit<PushReceived, 'createdAt'> & { createdAt: Date }>(
      `select sender, ttl, urgency, topic, content, created_at as "createdAt" from sandbox.push_message
       where device_id = $1 order by id desc limit ${shown}`,
      [(request.params as { id: string }).id],
    )
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  })

  app.delete('/api/push/:id', hidden, async (request) => {
    await database.query('update sandbox.push_device set is_gone = true where id = $1', [
      (request.params as { id: string }).id,
    ])
    return {}
  })
}

/**
 * The public key of the server that signed the request (RFC 8292).
 * @throws Answer 401 without a signature, 403 if it is wrong, too old or for another service
 */
function senderOf(request: FastifyRequest): string {
  const given = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(
    request.headers.authorization ?? '',
  )
  if (!given) throw refused(401, 'NO_SIGNATURE')
  const [, head = '', claims = '', signature = '', key = ''] = given
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) throw refused(403, 'WRONG_KEY')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw refused(403, 'WRONG_SIGNATURE')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (aud !== `http://${request.host}`) throw refused(403, 'OTHER_SERVICE')
  if (!(exp > Date.now() / 1000)) throw refused(403, 'EXPIRED')
  if (!/^(mailto:|https:)/.test(sub)) throw refused(403, 'NO_CONTACT')
  return key
}

/** Reads a message as the device does (RFC 8188, 8291). @throws Answer 400 if it is not for this device */
function decrypt(body: Buffer, device: Device): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  if (sealed.length > size) throw refused(400, 'TOO_LONG')
  const own = createECDH('prime256v1')
  own.setPrivateKey(device.private_key, 'base64url')
  const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
  const about = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    Buffer.from(device.public_key, 'base64url'),
    sender,
  ])
  const shared = derive(own.computeSecret(sender), Buffer.from(device.auth, 'base64url'), about, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  try {
    const cipher = createDecipheriv('aes-128-gcm', key, nonce)
    cipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    // The content ends at the last byte that is not padding, which is a 2.
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  } catch {
    throw refused(400, 'NOT_FOR_THIS_DEVICE')
  }
}
