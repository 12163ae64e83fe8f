/** Single values that apply to the whole store. */
export interface SettingTable {
  name: string;
  value: string;
}
