import { createContext, type DragEvent, useContext } from 'react'
import type { CalendarItem } from '../../../contract/calendar.ts'
import type { MovableItem } from '../../queries/calendar.ts'

/** What every part of the calendar knows: the viewer's clock, and how something is moved. */
export type Calendar = {
  zone: string
  today: string
  /** What is being dragged. */
  dragged: MovableItem | null
  onDrag: (item: MovableItem | null) => void
  /** Moves what is dragged to a day, to the same time of it. */
  onDrop: (day: string) => void
  /** Asks for another time. */
  onMove: (item: MovableItem) => void
}

const CalendarContext = createContext<Calendar | null>(null)
export const CalendarProvider = CalendarContext.Provider

export function useCalendar(): Calendar {
  const calendar = useContext(CalendarContext)
  if (calendar === null) throw new Error('this is a part of the calendar')
  return calendar
}

/** What has gone out or ended stays where it is, and so does what follows from a comparison. */
export const isMovable = (item: CalendarItem): item is MovableItem => !item.is_past && item.kind !== 'rest'

/** A post and its end have the same id. */
export const keyOf = ({ kind, id }: CalendarItem): string => `${kind} ${id}`

/** Makes something of an item draggable; a laptop's pointer can then move it, and everyone else by its button. */
export function useDragOf(item: CalendarItem) {
  const { onDrag } = useCalendar()
  if (!isMovable(item)) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', item.text)
      onDrag(item)
    },
    onDragEnd: () => onDrag(null),
  }
}

/** Lets a day take what is dropped on it. */
export function useDropOn(day: string) {
  const { dragged, onDrop } = useCalendar()
  if (dragged === null) return {}
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      onDrop(day)
    },
  }
}
