export interface Task {
  id: number
  title: string
  done: boolean
}

const lists = new Map<string, Task[]>()

/** The tasks of a list, twelve at the start. Each test has its own list. */
export function tasksOf(list: string): Task[] {
  const tasks =
    lists.get(list) ??
    Array.from({ length: 12 }, (_, id) => ({ id, title: `Task ${id}`, done: false }))
  lists.set(list, tasks)
  return tasks
}
