import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { m } from '../paraglide/messages.js'
import { EmptyScreen } from '../screens/frame/empty-screen.tsx'

export const Route = createFileRoute('/upload')({
  staticData: { middleware: ['auth'] },
  head: () => pageHead({ title: m.title_upload() }),
  component: () => <EmptyScreen title={m.title_upload()} />,
})
