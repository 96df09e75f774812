import { captionFileLength } from '../../../contract/limits.ts'
import type { Env } from '../env.ts'

/** What a service takes that follows OpenAI's interface; a film of 26 minutes at 128 kbit/s. */
export const mostSoundBytes = 25 * 1024 * 1024
/** A service on one core needs about as long as the sound lasts. */
const patienceMs = 15 * 60_000

export type SpeechService = { url: string; token: string | undefined; model: string; patienceMs?: number }

/** The service that the environment names; null where there is none. */
export const speechServiceOf = ({ STT_URL, STT_TOKEN, STT_MODEL }: Env): SpeechService | null =>
  STT_URL === undefined ? null : { url: STT_URL, token: STT_TOKEN, model: STT_MODEL }

/**
 * Asks a service for what is said in a sound, as WebVTT: `POST` of a form with `file`, `model`, `language` and
 * `response_format=vtt`, as OpenAI's `/v1/audio/transcriptions` and its many stand-ins take it. Answers null where the
 * service refuses this sound for good; throws where it is away, overloaded or silent, to be tried again. An answer longer
 * than a file of captions may be is a refusal too, and is not read to its end. Redirects are not followed, because the
 * token is for this address.
 */
export async function transcribe(
  service: SpeechService,
  { bytes, type, language }: { bytes: Uint8Array<ArrayBuffer>; type: string; language: string },
): Promise<string | null> {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type }), `sound.${endings[type] ?? 'm4a'}`)
  form.set('model', service.model)
  form.set('language', language)
  form.set('response_format', 'vtt')
  const answer = await fetch(service.url, {
    method: 'POST',
    body: form,
    redirect: 'error',
    headers: service.token === undefined ? {} : { authorization: `Bearer ${service.token}` },
    signal: AbortSignal.timeout(service.patienceMs ?? patienceMs),
  })
  if (answer.ok) return readBounded(answer)
  await answer.body?.cancel()
  const isForGood = answer.status === 413 || answer.status === 415 || answer.status === 422 || answer.status === 400
  if (isForGood) return null
  throw new Error(`The speech-to-text service answers ${answer.status}.`)
}

async function readBounded(answer: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > captionFileLength) return null
  }
  return text + decoder.decode()
}

const endings: Record<string, string> = {
  'audio/mp4': 'm4a',
  'video/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
}
