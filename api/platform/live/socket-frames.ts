import * as v from 'valibot'
import type { RawData } from 'ws'
import { type LiveFrame, liveFrames } from '../../../contract/live.ts'

/** The frame in a text, null for a type of a later version, or what is wrong with it. */
export function readFrame(data: RawData, isKnown: (type: string) => boolean): LiveFrame | string | null {
  let body: unknown
  try {
    body = JSON.parse(String(data))
  } catch {
    return 'not JSON'
  }
  if (typeof body !== 'object' || body === null || !('type' in body) || typeof body.type !== 'string') return 'no type'
  if (!isKnown(body.type)) return null
  const frame = v.safeParse(liveFrames, body)
  return frame.success ? frame.output : 'not a frame of ours'
}

/** A token bucket: `take` is false for a frame to drop, and a client that goes on sending is reported once too many. */
export function createFrameBudget(onMisuse: () => void): { take(): boolean } {
  const tokens = { left: burst, at: Date.now() }
  let dropped = 0
  return {
    take() {
      const now = Date.now()
      tokens.left = Math.min(burst, tokens.left + ((now - tokens.at) / 1000) * framesPerSecond)
      tokens.at = now
      if (tokens.left >= 1) {
        tokens.left -= 1
        return true
      }
      dropped += 1
      if (dropped > droppedAtMost) onMisuse()
      return false
    },
  }
}

const framesPerSecond = 20
const burst = 60
const droppedAtMost = 400
