/** Sort order of rows by one column. */
export interface Sort {
  column: string;
  isDescending: boolean;
}
