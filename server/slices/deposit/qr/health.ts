import type { Failures } from './rules.ts'

declare module '../../context.ts' {
  interface Services {
    /** The gateways that gave no answer when this node asked them last; other nodes keep their own count. */
    gatewayFailures: Map<string, Failures>
  }
}

/** Things for QR codes that are made once. */
export const qrServices = () => ({ gatewayFailures: new Map<string, Failures>() })
