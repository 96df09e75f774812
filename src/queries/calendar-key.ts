export const calendarKey = ['calendar']
