import { createFileRoute, notFound } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { fatal } from '../lib/page-errors.tsx'
import { m } from '../paraglide/messages.js'
import { editTypes, EditScreen } from '../screens/profile/edit-screen.tsx'

export const Route = createFileRoute('/@{$username}/edit/$type')({
  beforeLoad: ({ params }) => {
    if (!editTypes.some((it) => it === params.type)) throw notFound({ data: fatal })
  },
  head: () => pageHead({ title: m.profile_edit_title() }),
  component: Edit,
})

function Edit() {
  const { type } = Route.useParams()
  return <EditScreen only={editTypes.find((it) => it === type)} />
}
