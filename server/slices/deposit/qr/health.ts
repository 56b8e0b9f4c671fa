import type { Failures } from './rules.ts'

declare module '../../context.ts' {
  interface Services {
    /** The gateways that gave no answer when they were asked last; a node knows what it was told itself. */
    gatewayFailures: Map<string, Failures>
  }
}

/** What is made once of QR codes. */
export const qrServices = () => ({ gatewayFailures: new Map<string, Failures>() })
