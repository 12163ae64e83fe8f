/** Single facts about the whole store. */
export interface SettingTable {
  name: string;
  value: string;
}
