// Reads lists of any length, page by page, as one sequence.
import type { CallOptions, Client, Operation } from './client.ts'

interface PageInput {
  readonly page?: number
}

interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly last_page: number }
}

/** Every item of a list: `for await (const account of each(accountList, client, {}))`. */
export async function* each<Input extends PageInput, Item>(
  list: Operation<Input, Page<Item>>,
  client: Client,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  for (let page = input.page ?? 1; ; page++) {
    const { data, meta } = await list(client, { ...input, page }, options)
    yield* data
    if (page >= meta.last_page) return
  }
}
