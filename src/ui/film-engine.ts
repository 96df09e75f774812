import { HlsVideoAdapter } from '@videojs/spf/hls-video'

type Measured = { fastEstimate: number; fastTotalWeight: number; slowEstimate: number; slowTotalWeight: number }

/** What the engine measures nothing above: 128 KB in 5 ms, in bits per second. */
const measurable = 200_000_000

/** What loads the parts of a film, in the size that the connection and the screen allow. */
export function createFilmEngine(): HlsVideoAdapter {
  const adapter = new HlsVideoAdapter({ config: { initialBandwidth: firstGuess() } })
  const { bandwidthState } = adapter.engine.state
  const set = bandwidthState.set.bind(bandwidthState)
  bandwidthState.set = (next) => set(next && orFastest(next))
  return adapter
}

/**
 * Bits per second to begin with, before a part of the film has shown them: enough for 480 lines, or what the browser
 * knows of a slower connection. The engine's own guess, 5 Mbit/s, began with 720 lines over 3G.
 */
function firstGuess(): number {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } }
  return Math.min(1_800_000, (connection?.downlink ?? 10) * 1_000_000)
}

/**
 * The engine leaves out parts that came too fast to measure, and where all did it took the connection for one of no
 * bits at all: the fastest saw the smallest size.
 */
function orFastest<State extends Measured>(state: State): State {
  if (state.fastTotalWeight > 0) return state
  // With a weight of many seconds the estimate counts in full.
  const weight = 1000
  return {
    ...state,
    ...{ fastEstimate: measurable, fastTotalWeight: weight, slowEstimate: measurable, slowTotalWeight: weight },
  }
}
