import { MediaRefusalError } from './media-refusal.ts'

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'
export type Container = 'mp4' | 'webm' | 'wav' | 'mp3' | 'ogg'
export type Sniffed = { family: 'image'; format: ImageFormat } | { family: 'container'; format: Container }

/** How many bytes from the start `sniff` wants to see. */
export const SNIFF_BYTES = 4096

/**
 * Names the format from the first bytes alone, never from a file name or a claimed type (safety §19).
 * Throws MediaRefusal: `markup` for SVG, HTML and XML, `unsupported_format` for a sequence of HEIC, `unknown_format` for the rest.
 */
export function sniff(head: Uint8Array): Sniffed {
  if (head.byteLength === 0) throw new MediaRefusalError('empty')
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFF_BYTES))
  if (looksLikeMarkup(bytes)) throw new MediaRefusalError('markup')
  const image = imageFormat(bytes)
  if (image) return { family: 'image', format: image }
  const container = containerFormat(bytes)
  if (container) return { family: 'container', format: container }
  throw new MediaRefusalError('unknown_format')
}

/**
 * Refuses a picture that is also something else: markup or script near either end, a PDF header, an appended ZIP.
 * Re-encoding makes such files harmless already; they are refused because no upload of one is an accident.
 */
export function refusePolyglot(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = file.subarray(0, WINDOW).toString('latin1')
  const tail = file.byteLength > WINDOW ? file.subarray(-WINDOW).toString('latin1') : ''
  if (FOREIGN.test(head) || FOREIGN.test(tail)) throw new MediaRefusalError('mixed_content')
  if (head.slice(0, 1024 + 5).includes('%PDF-')) throw new MediaRefusalError('mixed_content')
  if (endsAsZip(file)) throw new MediaRefusalError('mixed_content')
}

const WINDOW = 256 * 1024
const FOREIGN = /<script[\s>/]|<html[\s>]|<!doctype\s|<svg[\s>]|<iframe[\s>]|<body[\s>]|<\?php\s|javascript:[a-z]/i

function looksLikeMarkup(bytes: Buffer): boolean {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = utf16 ? bytes.toString('utf16le') : bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  return /^\s*</.test(text.replace(/^\ufeff/, ''))
}

function imageFormat(bytes: Buffer): ImageFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 6) === 'GIF87a' || ascii(bytes, 0, 6) === 'GIF89a') return 'gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ascii(bytes, 4, 8) === 'ftyp') {
    const brands = brandsOf(bytes)
    if (brands.includes('avif') || brands.includes('avis')) return 'avif'
    if (brands.some((brand) => /^(heic|heix|mif1)$/.test(brand))) return 'heic'
    // A burst of pictures is neither a picture nor a film.
    if (brands.some((brand) => /^(hevc|hevx|msf1)$/.test(brand))) throw new MediaRefusalError('unsupported_format')
  }
  return null
}

function containerFormat(bytes: Buffer): Container | null {
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'wav'
  if (ascii(bytes, 0, 4) === 'OggS') return 'ogg'
  if (bytes.byteLength >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) {
    return bytes.includes('webm') ? 'webm' : null
  }
  if (ascii(bytes, 4, 8) === 'ftyp') return 'mp4'
  if (ascii(bytes, 0, 3) === 'ID3') return 'mp3'
  // An MPEG audio frame: eleven set bits, layer III, and neither a reserved bit rate nor a reserved sample rate.
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2) {
    const third = bytes[2] ?? 0xff
    if (third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3) return 'mp3'
  }
  return null
}

function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.byteLength, 256)
  const brands = [ascii(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4))
  return brands
}

function endsAsZip(file: Buffer): boolean {
  const at = file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (at < 0 || at + 22 > file.byteLength) return false
  const comment = file.readUInt16LE(at + 20)
  return at + 22 + comment <= file.byteLength && file.byteLength - at <= 65_557
}

function ascii(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to)
}
