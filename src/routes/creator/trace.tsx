import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { TraceScreen } from '../../screens/trace/trace-screen.tsx'

export const Route = createFileRoute('/creator/trace')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: () => pageHead({ title: m.trace_title() }),
  head: loaderHead,
  component: TraceScreen,
})
