// Lists that are shown whole: follow the cursor to the end.

interface Page<Row> {
  items: Row[];
  next_cursor?: string | null;
}

export const PAGE_LIMIT = 200;

/** Return the query that asks for the page after a cursor. */
export function pageQuery(cursor: string | undefined) {
  return { limit: PAGE_LIMIT, ...(cursor === undefined ? {} : { cursor }) };
}

/** Return all rows; `load` asks for the page after a cursor. */
export async function everyPage<Row>(
  load: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
