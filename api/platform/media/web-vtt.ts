import { parseText } from 'media-captions'
import type { Cue } from '../../../contract/captions.ts'

export const webVttType = 'text/vtt; charset=utf-8'

/**
 * The cues of a WebVTT or SubRip file, by time, in plain text: places, colours and speakers' marks are left out. `line` is
 * the first one that cannot be read, from 1; without cues and without a line it is another kind of file.
 */
export async function parseCaptions(file: string): Promise<{ cues: Cue[] } | { line: number | null }> {
  const text = file.replace(/^\uFEFF/, '')
  const type = text.startsWith('WEBVTT') ? 'vtt' : 'srt'
  const { cues, errors } = await parseText(text, { type, errors: true, strict: false })
  const [error] = errors
  if (error !== undefined) return { line: error.line }
  const plain = cues
    .map(({ startTime, endTime, text }) => ({ start: startTime, end: endTime, text: toPlain(text) }))
    .filter((it) => it.text !== '' && it.end > it.start)
  return plain.length === 0 ? { line: null } : { cues: plain.sort((a, b) => a.start - b.start) }
}

/** A WebVTT file of these cues. */
export const writeCaptions = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map(({ start, end, text }) => `${stamp(start)} --> ${stamp(end)}\n${toVtt(text)}`), ''].join(
    '\n\n',
  )

/** `01:02:03.450`. */
function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const part = (size: number, of: number, digits = 2) => String(Math.floor(ms / size) % of).padStart(digits, '0')
  return `${part(3_600_000, 100)}:${part(60_000, 60)}:${part(1000, 60)}.${part(1, 1000, 3)}`
}

const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '\u200E', rlm: '\u200F' }

const toPlain = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>|\{\\[^{}]*\}|<\d[\d:.]*>/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name) => names[name] ?? '')
    .replaceAll('\u0000', '')
    .toWellFormed()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** A line break would end the cue if an empty line followed, and `-->` would begin another. */
const toVtt = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
