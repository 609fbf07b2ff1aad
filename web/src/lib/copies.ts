/** How many equal pieces lie there as one: the number behind its mark "x3", nothing where there is no such mark. */
export const copiesOf = (marks: string[]): string => marks.find((mark) => /^x\d+$/.test(mark))?.slice(1) ?? '';
