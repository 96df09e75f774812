import { useCallback, useEffect, useRef, useState } from 'react'
import { voiceNoteMs } from '../../../contract/limits.ts'

/** The state of a recording. Lengths are milliseconds; levels go from 0 to 1, the latest last. */
export type Recording =
  | { state: 'requesting' }
  | { state: 'recording'; ms: number; levels: readonly number[] }
  | { state: 'done'; file: File; url: string; ms: number; wasCut: boolean }
  | { state: 'failed'; why: 'denied' | 'none' | 'busy' | 'impossible' | 'short' }

/**
 * Records the microphone from the first render on, until `stop`, the longest time or the end of the microphone; `again`
 * starts over. The microphone is released when the recording ends and when the component unmounts.
 */
export function useRecorder(): { recording: Recording; stop: () => void; again: () => void } {
  const [recording, setRecording] = useState<Recording>({ state: 'requesting' })
  const running = useRef<Running | null>(null)
  const url = recording.state === 'done' ? recording.url : null
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  const start = useCallback(() => {
    running.current?.close()
    running.current = run(setRecording)
  }, [])
  useEffect(() => {
    start()
    return () => running.current?.close()
  }, [start])
  return { recording, stop: () => running.current?.stop(), again: start }
}

/** `stop` ends the recording and reports it, `close` discards it without a report. */
type Running = { stop: () => void; close: () => void }

/** Requests the microphone and records it. */
function run(report: (it: Recording) => void): Running {
  let closed = false
  let recorder: Running | null = null
  const reportIfOpen = (it: Recording) => closed || report(it)
  reportIfOpen({ state: 'requesting' })
  listen().then(
    (stream) => {
      if (closed) return release(stream)
      recorder = record(stream, reportIfOpen)
    },
    (error: unknown) => reportIfOpen({ state: 'failed', why: whyOf(error) }),
  )
  return {
    stop: () => recorder?.stop(),
    close: () => {
      closed = true
      recorder?.close()
    },
  }
}

const impossible = new Error('this browser cannot record')

async function listen(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') throw impossible
  return navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
}

const release = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

function whyOf(error: unknown): 'denied' | 'none' | 'busy' | 'impossible' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'impossible'
}

function record(stream: MediaStream, report: (it: Recording) => void): Running {
  const mimeType = types.find((it) => MediaRecorder.isTypeSupported(it))
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 48_000, ...(mimeType && { mimeType }) })
  const meter = openMeter(stream)
  const chunks: Blob[] = []
  const levels: number[] = []
  const since = performance.now()
  let wasCut = false
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const clock = setInterval(() => {
    const ms = performance.now() - since
    levels.push(meter.level())
    report({ state: 'recording', ms, levels: levels.slice(-bars) })
    if (ms < voiceNoteMs.max) return
    wasCut = true
    stop()
  }, tickMs)
  const end = () => {
    clearInterval(clock)
    meter.close()
    release(stream)
  }
  recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data)
  recorder.onerror = stop
  recorder.onstop = () => {
    end()
    const ms = Math.min(performance.now() - since, voiceNoteMs.max)
    const type = recorder.mimeType.split(';', 1)[0] ?? ''
    const file = new File(chunks, nameOf(type), { type })
    if (ms < voiceNoteMs.min || file.size === 0) return report({ state: 'failed', why: 'short' })
    report({ state: 'done', file, url: URL.createObjectURL(file), ms, wasCut })
  }
  recorder.start(chunkMs)
  report({ state: 'recording', ms: 0, levels: [] })
  const close = () => {
    recorder.onstop = null
    stop()
    end()
  }
  return { stop, close }
}

/** What browsers can record and the API takes, the smallest first. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

function nameOf(type: string): string {
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return `voice ${moment}.${type.split('/')[1] ?? 'webm'}`
}

/** How loud it is now; silence where the browser cannot say. */
function openMeter(stream: MediaStream): { level: () => number; close: () => void } {
  if (typeof AudioContext === 'undefined') return { level: () => 0, close: () => undefined }
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, it) => sum + it * it, 0) / samples.length
      // Speech lies well below full scale: the root of the loudness shows it at a readable height.
      return Math.min(1, Math.sqrt(Math.sqrt(power)) * 1.2)
    },
    close: () => void context.close().catch(() => undefined),
  }
}

const tickMs = 100
const chunkMs = 1_000
/** How many levels are shown. */
export const bars = 48
