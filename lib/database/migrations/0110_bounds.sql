-- What operators and API keys reach of tasks and stores. Null: everything. JSON: {"types": ["billing.*"], "stores": [...]}

alter table operator add column bounds json;
alter table api_key add column bounds json;
