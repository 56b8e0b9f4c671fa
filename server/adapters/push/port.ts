/** A message to one browser, as it is handed to the push service that the browser chose. */
export interface PushMessage {
  /** As `PushPort.admitted` answered it. */
  endpoint: string
  /** The browser's public key and secret, in base64url. */
  p256dh: string
  auth: string
  /** The message to the service worker, as text. */
  payload: string
  /** Seconds that the service keeps it for a device that is off. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /**
   * A message that the device has not got yet is replaced by one of the same topic: 32 letters of base64url
   * at most.
   */
  topic: string
}

/** The pair of keys by which push services know this installation, in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * `gone`: the browser takes no more. `refused`: this message will never be taken. `denied`: the service does
 * not accept the sender, for instance for PUSH_CONTACT: nothing is wrong with the subscription. `unknown`: it
 * may have been taken, or a later try may succeed; `waitSeconds` if the service said when.
 */
export type PushOutcome =
  | { outcome: 'done' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'denied'; reason: string }
  | { outcome: 'unknown'; reason: string; waitSeconds?: number }

/** Push services of browsers. */
export interface PushPort {
  /**
   * The address in its plain form if it belongs to a known push service, else undefined: a member names it,
   * and our server is to call nothing else for a member.
   */
  admitted(endpoint: string): string | undefined
  newKeys(): PushKeys
  send(message: PushMessage, keys: PushKeys): Promise<PushOutcome>
}
