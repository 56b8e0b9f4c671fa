import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { delays } from '@krapao/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { bodyIsThere } from './late-body.ts'

/** Why a form brought no file. */
export type FormFailure =
  | 'no-form'
  /** There is no field `file`, or it is empty. */
  | 'no-file'
  | 'too-large'
  /** It has a second file, or more fields than we ask for. */
  | 'too-many'
  /** It ended too early, or is no multipart form. */
  | 'broken'
  /** The file could not be written to the disk. */
  | 'disk'

export class FormError extends Error {
  readonly failure: FormFailure
  constructor(failure: FormFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

export interface FormFile {
  /** The name that the client gave it; never to be used as a path. */
  name: string
  /** The form's other fields with a text. */
  fields: Map<string, string>
}

/** Codes of the parser, which answers 413 for them as for a file that is too large. */
const tooMany = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT'])
/** The caller's answer then. */
export const oneFile = 'one file, and no more fields than are asked for'
/** Bytes of a form beside its file. */
const formBytes = 65_536

/**
 * Writes the field `file` of a multipart form to `target`, a path of `receivingPath`. The bytes never go as a
 * whole through memory. The caller removes the file.
 * @throws FormError, and the Refusal of a sender who may not call any more
 */
export async function receiveFormFile(
  request: FastifyRequest,
  target: string,
  maxBytes: number,
): Promise<FormFile> {
  if (!request.isMultipart()) throw new FormError('no-form')
  if (Number(request.headers['content-length']) > maxBytes + formBytes) throw new FormError('too-large')
  const fields = new Map<string, string>()
  let name: string | undefined
  let diskError: unknown
  try {
    const limits = { fileSize: maxBytes, files: 1, fields: 4, fieldSize: 200, parts: 5, headerPairs: 20 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
      } else if (part.fieldname === 'file') {
        await pipeline(part.file, createWriteStream(target, { mode: 0o600 }), {
          signal: AbortSignal.timeout(delays.upload),
        }).catch((error) => {
          diskError = error
          throw error
        })
        if (part.file.truncated) throw new FormError('too-large')
        name = part.filename
      } else part.file.resume()
    }
  } catch (error) {
    if (error instanceof FormError) throw error
    if ((diskError as NodeJS.ErrnoException | undefined)?.syscall) throw new FormError('disk', diskError)
    if (tooMany.has(String((error as { code?: unknown }).code))) throw new FormError('too-many', error)
    if ((error as { statusCode?: number }).statusCode === 413) throw new FormError('too-large', error)
    throw new FormError('broken', error)
  }
  await bodyIsThere(request)
  if (name === undefined || (await stat(target)).size === 0) throw new FormError('no-file')
  return { name, fields }
}
