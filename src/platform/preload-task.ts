// The task that loads the modules of the other tasks, so that the first caller of one does not wait for that.

export const load = async (modules: readonly string[]): Promise<void> => {
  await Promise.all(modules.map((module) => import(module)))
}
